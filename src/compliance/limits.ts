// spec 8. Apart from the response shape, which readers need only as a type.
export const FINDINGS_LIMIT = 500
