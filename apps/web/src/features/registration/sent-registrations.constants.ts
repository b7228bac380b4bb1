/** Where the device keeps the references of sent registrations. */
export const SENT = 'sent-applications';
