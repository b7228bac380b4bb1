export const messageLimits = { name: 200, subject: 300, message: 5000 } as const;
