/** A failure that the operator can fix. It prints as one line without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
