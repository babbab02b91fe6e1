"""The built page, the wheel, locked dependencies and the SBOM."""
