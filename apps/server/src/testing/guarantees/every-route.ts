import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { adminRouter } from '../../composition/admin-router.ts';
import { restCalls } from './every-call.ts';

const buildPaths = ['web', 'admin'].map((app) =>
  join(import.meta.dirname, '../../../..', app, 'dist/client'),
);
const contractPaths = new Set(restCalls.map(({ path }) => path));
const line = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)$/;

/** Routes outside the contract, without the files of the builds: `POST /contact`. */
export function listAllRoutes(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((text) => {
      const [, indent = '', part, methods] = line.exec(text) ?? [];
      if (part === undefined || methods === undefined) return [];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      const path = above.join('');
      return methods.split(', ').map((method) => ({ method, path }));
    })
    .filter(({ method, path }) => {
      const isElsewhere = contractPaths.has(path) || path === '/api/trpc/:path';
      return method !== 'HEAD' && !isElsewhere && !buildPaths.some((files) => existsSync(join(files, path)));
    })
    .map(({ method, path }) => `${method} ${path}`);
}

/** `GET /api/v1/programs` for REST, `trpc programs.list` for the dashboard. */
export const callNames: readonly string[] = [
  ...restCalls.map(({ method, path }) => `${method} ${path}`),
  ...Object.keys(adminRouter._def.procedures).map((name) => `trpc ${name}`),
];
