/** Path for reports of pages whose scripts failed to start. */
export const failedStartsPath = '/failed-starts';
/** Bytes. */
export const failedStartLimit = 300;
