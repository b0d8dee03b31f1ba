// A program that does SM2 with gmsm for the tests: a request a line, an answer a line, all in hexadecimal ("-" is
// nothing).
//
//	sign D ID MESSAGE               a signature in DER
//	verify PUBLIC ID MESSAGE DER    true or false
//	encrypt PUBLIC FORM MESSAGE     a ciphertext
//	decrypt D FORM CIPHERTEXT       a message
//
// FORM is c1c3c2, c1c2c3 or der. What fails is answered with "error: ".
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"

	"github.com/emmansun/gmsm/sm2"
)

func bytes(word string) []byte {
	if word == "-" {
		return nil
	}
	decoded, err := hex.DecodeString(word)
	if err != nil {
		panic(err)
	}
	return decoded
}

func private(word string) (*sm2.PrivateKey, error) {
	key := new(ecdsa.PrivateKey)
	key.Curve = sm2.P256()
	key.D = new(big.Int).SetBytes(bytes(word))
	key.X, key.Y = key.Curve.ScalarBaseMult(bytes(word))
	return new(sm2.PrivateKey).FromECPrivateKey(key)
}

func public(word string) (*ecdsa.PublicKey, error) {
	x, y := elliptic.Unmarshal(sm2.P256(), bytes(word))
	if x == nil {
		return nil, errors.New("no point")
	}
	return &ecdsa.PublicKey{Curve: sm2.P256(), X: x, Y: y}, nil
}

func answer(words []string) (string, error) {
	switch words[0] {
	case "sign":
		key, err := private(words[1])
		if err != nil {
			return "", err
		}
		der, err := key.SignWithSM2(rand.Reader, bytes(words[2]), bytes(words[3]))
		return hex.EncodeToString(der), err
	case "verify":
		key, err := public(words[1])
		if err != nil {
			return "", err
		}
		return fmt.Sprint(sm2.VerifyASN1WithSM2(key, bytes(words[2]), bytes(words[3]), bytes(words[4]))), nil
	case "encrypt":
		key, err := public(words[1])
		if err != nil {
			return "", err
		}
		options := sm2.ASN1EncrypterOpts
		switch words[2] {
		case "c1c3c2":
			options = sm2.NewPlainEncrypterOpts(sm2.MarshalUncompressed, sm2.C1C3C2)
		case "c1c2c3":
			options = sm2.NewPlainEncrypterOpts(sm2.MarshalUncompressed, sm2.C1C2C3)
		}
		text, err := sm2.Encrypt(rand.Reader, key, bytes(words[3]), options)
		return hex.EncodeToString(text), err
	case "decrypt":
		key, err := private(words[1])
		if err != nil {
			return "", err
		}
		options := sm2.ASN1DecrypterOpts
		switch words[2] {
		case "c1c3c2":
			options = sm2.NewPlainDecrypterOpts(sm2.C1C3C2)
		case "c1c2c3":
			options = sm2.NewPlainDecrypterOpts(sm2.C1C2C3)
		}
		text, err := key.Decrypt(rand.Reader, bytes(words[3]), options)
		return hex.EncodeToString(text), err
	}
	return "", errors.New("unknown request")
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		line, err := answer(strings.Fields(input.Text()))
		if err != nil {
			line = "error: " + err.Error()
		}
		fmt.Println(line)
	}
}
