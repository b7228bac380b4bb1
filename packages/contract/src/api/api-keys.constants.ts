export const apiScopes = [
  'content:read',
  'content:write',
  'registrations:read',
  'registrations:write',
  'medical:read',
  'documents:read',
  'donations:read',
  'fees:read',
  'messages:read',
  'site:write',
] as const;

export type ApiScope = (typeof apiScopes)[number];

export const apiKeyLimits = { name: 100 } as const;

/** Beginning of every key, by which programs that scan for leaked secrets recognise one. */
export const API_KEY_START = 'ik_';

export type ApiKeyState = 'active' | 'expired' | 'revoked';
