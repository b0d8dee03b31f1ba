package main

import (
	"crypto/ecdh"
	"crypto/ed25519"

	circl25519 "github.com/cloudflare/circl/dh/x25519"
	circled "github.com/cloudflare/circl/sign/ed25519"
	"github.com/hdevalence/ed25519consensus"
	voied "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
	voi25519 "github.com/oasisprotocol/curve25519-voi/primitives/x25519"
)

// The standard library's signatures, which some others take too.
func goScheme(verify func(key, message, signature []byte) bool) *scheme {
	return &scheme{
		deterministic: true,
		signer:        func(secret []byte) any { return ed25519.NewKeyFromSeed(secret) },
		public:        func(signer any) []byte { return signer.(ed25519.PrivateKey)[32:] },
		sign:          func(signer any, message []byte) []byte { return ed25519.Sign(signer.(ed25519.PrivateKey), message) },
		verify:        verify,
	}
}

func stdlib() *subject {
	return &subject{
		name: "Go crypto/ed25519", rule: "stdlib", constantTime: true,
		ed25519: goScheme(func(key, message, signature []byte) bool { return ed25519.Verify(key, message, signature) }),
		x25519: &exchange{
			secret: func(secret []byte) any {
				key, err := ecdh.X25519().NewPrivateKey(secret)
				if err != nil {
					panic(err)
				}
				return key
			},
			// A key computes its public key once, so it is read anew.
			public: func(secret any) []byte {
				key, err := ecdh.X25519().NewPrivateKey(secret.(*ecdh.PrivateKey).Bytes())
				if err != nil {
					panic(err)
				}
				return key.PublicKey().Bytes()
			},
			shared: func(secret any, public []byte) []byte {
				key, err := ecdh.X25519().NewPublicKey(public)
				if err != nil {
					panic(err)
				}
				shared, err := secret.(*ecdh.PrivateKey).ECDH(key)
				if err != nil {
					panic(err)
				}
				return shared
			},
		},
	}
}

func consensus() *subject {
	s := goScheme(func(key, message, signature []byte) bool { return ed25519consensus.Verify(key, message, signature) })
	s.verifyAll = func(batch []*signed) bool {
		verifier := ed25519consensus.NewPreallocatedBatchVerifier(len(batch))
		for _, item := range batch {
			verifier.Add(item.key, item.message, item.signature)
		}
		return verifier.Verify()
	}
	// Its keys and signatures are the standard library's.
	return &subject{
		name: "Go ed25519consensus", module: "github.com/hdevalence/ed25519consensus", rule: "zip-215",
		constantTime: true, ed25519: s,
	}
}

func circl() *subject {
	return &subject{
		name: "Go circl", module: "github.com/cloudflare/circl", rule: "rfc8032-cofactorless", constantTime: true,
		ed25519: &scheme{
			deterministic: true,
			signer:        func(secret []byte) any { return circled.NewKeyFromSeed(secret) },
			public:        func(signer any) []byte { return signer.(circled.PrivateKey)[32:] },
			sign:          func(signer any, message []byte) []byte { return circled.Sign(signer.(circled.PrivateKey), message) },
			verify:        func(key, message, signature []byte) bool { return circled.Verify(key, message, signature) },
		},
		x25519: &exchange{
			secret: func(secret []byte) any { return (*circl25519.Key)(secret) },
			public: func(secret any) []byte {
				var public circl25519.Key
				circl25519.KeyGen(&public, secret.(*circl25519.Key))
				return public[:]
			},
			shared: func(secret any, public []byte) []byte {
				var shared circl25519.Key
				circl25519.Shared(&shared, secret.(*circl25519.Key), (*circl25519.Key)(public))
				return shared[:]
			},
		},
	}
}

var (
	voiDefault = voied.VerifyOptionsDefault
	voiZIP215  = voied.VerifyOptionsZIP_215
	voiStdLib  = voied.VerifyOptionsStdLib
	voiFIPS    = voied.VerifyOptionsFIPS_186_5
)

func voi(rule string, preset *voied.VerifyOptions) *subject {
	options := &voied.Options{Verify: preset}
	s := &scheme{
		deterministic: true,
		signer:        func(secret []byte) any { return voied.NewKeyFromSeed(secret) },
		public:        func(signer any) []byte { return signer.(voied.PrivateKey)[32:] },
		sign:          func(signer any, message []byte) []byte { return voied.Sign(signer.(voied.PrivateKey), message) },
		verify: func(key, message, signature []byte) bool {
			return voied.VerifyWithOptions(key, message, signature, options)
		},
		parse: func(key []byte) any {
			expanded, err := voied.NewExpandedPublicKey(key)
			if err != nil {
				return nil
			}
			return expanded
		},
		verifyParsed: func(key any, message, signature []byte) bool {
			return voied.VerifyExpandedWithOptions(key.(*voied.ExpandedPublicKey), message, signature, options)
		},
	}
	// A cofactorless rule has no batch.
	if !preset.CofactorlessVerify {
		s.verifyAll = func(batch []*signed) bool {
			// Expanding keys for one batch is slower than not.
			verifier := voied.NewBatchVerifierWithCapacity(len(batch)).ForceNoPublicKeyExpansion()
			for _, item := range batch {
				verifier.AddWithOptions(item.key, item.message, item.signature, options)
			}
			return verifier.VerifyBatchOnly(nil)
		}
		s.verifyAllParsed = func(batch []*signed) bool {
			verifier := voied.NewBatchVerifierWithCapacity(len(batch))
			for _, item := range batch {
				verifier.AddExpandedWithOptions(item.parsed.(*voied.ExpandedPublicKey), item.message, item.signature, options)
			}
			return verifier.VerifyBatchOnly(nil)
		}
	}
	return &subject{
		name: "Go curve25519-voi", module: "github.com/oasisprotocol/curve25519-voi", rule: rule,
		constantTime: true, ed25519: s,
		x25519: &exchange{
			secret: func(secret []byte) any { return (*[32]byte)(secret) },
			public: func(secret any) []byte {
				var public [32]byte
				voi25519.ScalarBaseMult(&public, secret.(*[32]byte))
				return public[:]
			},
			shared: func(secret any, public []byte) []byte {
				var shared [32]byte
				voi25519.ScalarMult(&shared, secret.(*[32]byte), (*[32]byte)(public))
				return shared[:]
			},
		},
	}
}
