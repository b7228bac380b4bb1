/** Parameters of addresses that only one visitor may know: a payment's reference, the code of a certificate or receipt. */
export const secretParameters = ['txRef', 'code'] as const;
