export const contactLimits = { name: 200, subject: 300, message: 5000 } as const;
