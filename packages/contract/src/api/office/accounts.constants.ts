export const passwordLimits = { min: 8, max: 128 } as const;
