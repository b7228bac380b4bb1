/** Returns the `did:web` of the site. Its document is served at `/.well-known/did.json`. */
export const makeInstituteDid = (publicUrl: string): string =>
  `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
