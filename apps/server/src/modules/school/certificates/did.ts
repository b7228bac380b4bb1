/** `did:web` of the site, whose document is at `/.well-known/did.json`. */
export const toDid = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
