package main

import "encoding/binary"

// As src/inputs.rs has them.
const round = 256

// SplitMix64, as src/random.rs has it.
type random uint64

func (r *random) word() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) bytes() []byte {
	bytes := make([]byte, 0, 32)
	for range 4 {
		bytes = binary.LittleEndian.AppendUint64(bytes, r.word())
	}
	return bytes
}

// Seeds of keys and messages of 32 bytes, the first byte of messages 0.
func inputs(n int) (seeds, messages [][]byte) {
	r := random(0x63686f70)
	for range n {
		seeds = append(seeds, r.bytes())
		message := r.bytes()
		message[0] = 0
		messages = append(messages, message)
	}
	return seeds, messages
}

// A number made of numbers.
func fold(sum, number uint64) uint64 {
	return sum*0x100000001b3 + number
}

// A number made of bytes, eight at a time.
func foldBytes(bytes []byte) (sum uint64) {
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		sum = fold(sum, binary.LittleEndian.Uint64(bytes))
	}
	if len(bytes) > 0 {
		var last [8]byte
		copy(last[:], bytes)
		sum = fold(sum, binary.LittleEndian.Uint64(last[:]))
	}
	return sum
}

func one(valid bool) uint64 {
	if valid {
		return 1
	}
	return 0
}

// A signature with all that is needed to verify it.
type signed struct {
	key, message, signature []byte
	parsed                  any
}

// Parses the key, if it is one.
func (s *signed) prepare(scheme *scheme) bool {
	s.parsed = scheme.parse(s.key)
	return s.parsed != nil
}

// n signatures, input i by the key of seed i mod keys.
func (scheme *scheme) signed(n, keys int) (all []*signed) {
	seeds, messages := inputs(n)
	var signers []any
	for _, seed := range seeds[:keys] {
		signers = append(signers, scheme.signer(seed))
	}
	for i, message := range messages {
		signer := signers[i%keys]
		one := &signed{key: scheme.public(signer), message: message, signature: scheme.sign(signer, message)}
		if scheme.parse != nil && !one.prepare(scheme) {
			panic("its own key is none")
		}
		all = append(all, one)
	}
	return all
}

// An operation that goes round its inputs.
type operation struct {
	inputs int
	call   func() uint64
}

func rounds[T any](inputs []T, call func(T) uint64) *operation {
	next := 0
	return &operation{len(inputs), func() uint64 {
		input := inputs[next]
		next = (next + 1) % len(inputs)
		return call(input)
	}}
}

func groups[T any](items []T, size int) (all [][]T) {
	for i := 0; i < len(items); i += size {
		all = append(all, items[i:i+size])
	}
	return all
}

type pair struct {
	secret  any
	message []byte
}

func (s *subject) prepare(name string, size int) *operation {
	seeds, messages := inputs(max(round, size))
	scheme := s.ed25519
	switch name {
	case "sm2_keygen", "sm2_sign", "sm2_verify":
		name, scheme = name[len("sm2_"):], s.sm2
		if name == "verify" {
			name = "verify_decoded"
		}
	}
	switch name {
	case "keygen":
		return rounds(seeds, func(seed []byte) uint64 { return foldBytes(scheme.public(scheme.signer(seed))) })
	case "sign":
		var pairs []pair
		for i, seed := range seeds {
			pairs = append(pairs, pair{scheme.signer(seed), messages[i]})
		}
		return rounds(pairs, func(p pair) uint64 {
			signature := scheme.sign(p.secret, p.message)
			if scheme.deterministic {
				return foldBytes(signature)
			}
			return one(len(signature) == 64)
		})
	case "verify":
		return rounds(scheme.signed(round, round), func(s *signed) uint64 {
			return one(scheme.verify(s.key, s.message, s.signature))
		})
	case "verify_decoded":
		return rounds(scheme.signed(round, round), func(s *signed) uint64 {
			return one(scheme.verifyParsed(s.parsed, s.message, s.signature))
		})
	case "verify_all":
		return rounds([][]*signed{scheme.signed(size, size)}, func(b []*signed) uint64 { return one(scheme.verifyAll(b)) })
	case "verify_all_decoded":
		return rounds([][]*signed{scheme.signed(size, size)}, func(b []*signed) uint64 { return one(scheme.verifyAllParsed(b)) })
	case "verify_all_same":
		batches := groups(scheme.signed(max(round, size), 1), size)
		return rounds(batches, func(b []*signed) uint64 { return one(scheme.verifyAll(b)) })
	case "x25519_public":
		var secrets []any
		for _, seed := range seeds {
			secrets = append(secrets, s.x25519.secret(seed))
		}
		return rounds(secrets, func(secret any) uint64 { return foldBytes(s.x25519.public(secret)) })
	case "x25519_shared":
		var pairs []pair
		for i, seed := range seeds {
			pairs = append(pairs, pair{s.x25519.secret(seed), s.x25519.public(s.x25519.secret(messages[i]))})
		}
		return rounds(pairs, func(p pair) uint64 { return foldBytes(s.x25519.shared(p.secret, p.message)) })
	}
	panic("an unknown operation: " + name)
}
