/** For personal pages. Their URL may be secret. */
export const personal = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' };
/** For pages whose URL gives access to an account. No referrer is sent, not even to this site. */
export const secret = { ...personal, 'referrer-policy': 'no-referrer' };
