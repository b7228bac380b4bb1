/** Of pages that are for one person only, and whose address may be a secret. */
export const personal = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' };
