export const contactLimits = { name: 200, subject: 300, message: 5000, token: 500 } as const;

/** Name of the form field with the token that scripts send in the header `form-token`. */
export const FORM_TOKEN_FIELD = 'formToken';
