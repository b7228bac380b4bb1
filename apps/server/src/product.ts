/** Modules of the product, which a start loads while the database starts. */
export { buildApp } from './app.ts';
export { entities } from './composition/entities.ts';
export { finishRestore } from './composition/finish-restore.ts';
export { seedDemo } from './composition/seed-demo.ts';
export { readFirstAccount } from './modules/platform/accounts/codes.ts';
