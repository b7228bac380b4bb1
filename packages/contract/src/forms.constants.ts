/** The name of a hidden field in public forms. Only programs fill it in. The API does not know it. */
export const TRAP = 'website';
