/** Of pages that are for one person only, and whose address may be a secret. */
export const personal = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' };
/** Of pages whose address is a key to an account: nobody is told of it, not even our own logs. */
export const secret = { ...personal, 'referrer-policy': 'no-referrer' };
