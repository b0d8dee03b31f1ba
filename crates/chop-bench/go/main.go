// Implementations in Go, ready to be measured; the environment variable SUBJECT chooses one. The protocol is
// that of src/subject.rs.
//
// Time is the processor time of the process with one thread for Go, so that collecting garbage counts.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// An implementation: what it says of itself and its functions, nil where it has none.
type subject struct {
	name, module, rule string
	constantTime       bool
	ed25519            *scheme
	x25519             *exchange
	sm2                *scheme
}

// A signature scheme. Of SM2, messages are digests.
type scheme struct {
	// Signatures of the same message are equal.
	deterministic bool
	signer        func(secret []byte) any
	public        func(signer any) []byte
	sign          func(signer any, message []byte) []byte
	verify        func(key, message, signature []byte) bool
	// The fastest form of a key, nil if it is none, and its verification.
	parse        func(key []byte) any
	verifyParsed func(key any, message, signature []byte) bool
	// Whether all are valid.
	verifyAll       func(batch []*signed) bool
	verifyAllParsed func(batch []*signed) bool
}

type exchange struct {
	secret func(secret []byte) any
	public func(secret any) []byte
	shared func(secret any, public []byte) []byte
}

var subjects = map[string]*subject{
	"stdlib":      stdlib(),
	"circl":       circl(),
	"consensus":   consensus(),
	"voi-default": voi("chop-1", voiDefault),
	"voi-zip215":  voi("zip-215", voiZIP215),
	"voi-stdlib":  voi("stdlib", voiStdLib),
	"voi-fips":    voi("fips-186-5", voiFIPS),
	"gmsm":        gmsm(),
}

// The version of a module as it was built in, or that of Go.
func version(module string) string {
	if module == "" {
		return strings.TrimPrefix(runtime.Version(), "go")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				return strings.TrimPrefix(dependency.Version, "v")
			}
		}
	}
	return "unknown"
}

func (s *subject) about() string {
	constantTime := "no"
	if s.constantTime {
		constantTime = "yes"
	}
	return strings.Join([]string{s.name, version(s.module), "Go", s.rule, constantTime}, "\t")
}

func (s *subject) operations() (names []string) {
	if s.ed25519 != nil {
		names = append(names, "keygen", "sign", "verify")
		if s.ed25519.parse != nil {
			names = append(names, "verify_decoded")
		}
		if s.ed25519.verifyAll != nil {
			names = append(names, "verify_all", "verify_all_same")
		}
		if s.ed25519.verifyAllParsed != nil {
			names = append(names, "verify_all_decoded")
		}
	}
	if s.x25519 != nil {
		names = append(names, "x25519_public", "x25519_shared")
	}
	if s.sm2 != nil {
		names = append(names, "sm2_keygen", "sm2_sign", "sm2_verify")
	}
	return names
}

func (s *subject) routes() (names []string) {
	for _, name := range s.operations() {
		if strings.Contains(name, "verify") && !strings.HasSuffix(name, "_same") {
			names = append(names, name)
		}
	}
	return names
}

func (s *subject) verdicts(route string, cases []*signed) string {
	if strings.HasPrefix(route, "verify_all") {
		return letter(s.together(route, cases))
	}
	answer := strings.Builder{}
	for _, c := range cases {
		var valid bool
		switch route {
		case "verify":
			valid = s.ed25519.verify(c.key, c.message, c.signature)
		case "verify_decoded":
			valid = c.prepare(s.ed25519) && s.ed25519.verifyParsed(c.parsed, c.message, c.signature)
		case "sm2_verify":
			valid = c.prepare(s.sm2) && s.sm2.verifyParsed(c.parsed, c.message, c.signature)
		}
		answer.WriteString(letter(valid))
	}
	return answer.String()
}

func (s *subject) together(route string, cases []*signed) bool {
	if route == "verify_all" {
		return s.ed25519.verifyAll(cases)
	}
	for _, c := range cases {
		if !c.prepare(s.ed25519) {
			return false
		}
	}
	return s.ed25519.verifyAllParsed(cases)
}

func letter(valid bool) string {
	if valid {
		return "1"
	}
	return "0"
}

func unhex(word string) []byte {
	if word == "-" {
		return nil
	}
	decoded, err := hex.DecodeString(word)
	if err != nil {
		panic(err)
	}
	return decoded
}

func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

func processorTime() int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return now.Nano()
}

func main() {
	runtime.GOMAXPROCS(1)
	s := subjects[os.Getenv("SUBJECT")]
	if s == nil {
		fmt.Fprintln(os.Stderr, "SUBJECT names no implementation")
		os.Exit(2)
	}
	prepared := map[string]*operation{}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		words := strings.Fields(input.Text())
		var answer string
		switch words[0] {
		case "about":
			answer = s.about()
		case "level":
			answer = "auto"
		case "operations":
			answer = strings.Join(s.operations(), " ")
		case "routes":
			answer = strings.Join(s.routes(), " ")
		case "verdicts":
			var cases []*signed
			for range number(words[2]) {
				input.Scan()
				parts := strings.Fields(input.Text())
				cases = append(cases, &signed{key: unhex(parts[0]), message: unhex(parts[1]), signature: unhex(parts[2])})
			}
			answer = s.verdicts(words[1], cases)
		case "check":
			name := words[1] + " " + words[2]
			if prepared[name] == nil {
				prepared[name] = s.prepare(words[1], number(words[2]))
			}
			sum := uint64(0)
			for range prepared[name].inputs {
				sum = fold(sum, prepared[name].call())
			}
			answer = strconv.FormatUint(sum, 10)
		case "time":
			operation, calls := prepared[words[1]+" "+words[2]], number(words[3])
			for range calls / 8 {
				operation.call()
			}
			start := processorTime()
			for range calls {
				operation.call()
			}
			answer = strconv.FormatInt(processorTime()-start, 10)
		default:
			panic("an unknown request: " + input.Text())
		}
		fmt.Println(answer)
	}
}
