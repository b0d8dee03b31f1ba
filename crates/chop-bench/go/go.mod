module chop-bench-go

go 1.25.0

require (
	github.com/cloudflare/circl v1.6.5
	github.com/emmansun/gmsm v0.15.5
	github.com/hdevalence/ed25519consensus v0.2.0
	github.com/oasisprotocol/curve25519-voi v0.0.0-20230904125328-1f23a7beb09a
	golang.org/x/sys v0.47.0
)

require (
	filippo.io/edwards25519 v1.0.0 // indirect
	golang.org/x/crypto v0.54.0 // indirect
)
