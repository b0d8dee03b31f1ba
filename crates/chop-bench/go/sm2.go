package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"math/big"

	"github.com/emmansun/gmsm/sm2"
)

// gmsm, at the level of digests.
func gmsm() *subject {
	return &subject{
		name: "Go gmsm", module: "github.com/emmansun/gmsm", rule: "GB/T 32918", constantTime: true,
		sm2: &scheme{
			signer: func(secret []byte) any {
				key := new(ecdsa.PrivateKey)
				key.Curve = sm2.P256()
				key.D = new(big.Int).SetBytes(secret)
				key.X, key.Y = key.Curve.ScalarBaseMult(secret)
				private, err := new(sm2.PrivateKey).FromECPrivateKey(key)
				if err != nil {
					panic(err)
				}
				return private
			},
			public: func(signer any) []byte {
				key := signer.(*sm2.PrivateKey)
				return elliptic.Marshal(key.Curve, key.X, key.Y)
			},
			sign: func(signer any, digest []byte) []byte {
				r, s, err := sm2.Sign(rand.Reader, &signer.(*sm2.PrivateKey).PrivateKey, digest)
				if err != nil {
					panic(err)
				}
				signature := make([]byte, 64)
				r.FillBytes(signature[:32])
				s.FillBytes(signature[32:])
				return signature
			},
			parse: func(key []byte) any {
				x, y := elliptic.Unmarshal(sm2.P256(), key)
				if x == nil {
					return nil
				}
				return &ecdsa.PublicKey{Curve: sm2.P256(), X: x, Y: y}
			},
			verifyParsed: func(key any, digest, signature []byte) bool {
				r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
				return sm2.Verify(key.(*ecdsa.PublicKey), digest, r, s)
			},
		},
	}
}
