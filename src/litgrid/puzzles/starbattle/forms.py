"""What Star Battle is in the formats of others."""

FORMS = {}
