export * from './call.ts';
export * from './client.ts';
export * from './failure.ts';
export * from './session.ts';
