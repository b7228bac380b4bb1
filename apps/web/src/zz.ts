import type { RegisteredRouter, RouteIds } from '@tanstack/react-router';
import { makeRouter } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';
import { Route } from './routes/registration/index.tsx';
export const a: number = null as unknown as RegisteredRouter;
export const b: number = null as unknown as ReturnType<typeof makeRouter>;
export const c: number = routeTree;
export const d: number = null as unknown as RouteIds<RegisteredRouter['routeTree']>;
export const e: number = Route;
