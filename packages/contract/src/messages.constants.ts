export const messageLimits = { name: 200, subject: 300, message: 5000, token: 500 } as const;

/** The form field with the token that scripts send as the header `form-token`. */
export const FORM_TOKEN = 'formToken';
