import { runProduct } from './start.ts';

if (process.argv.includes('--dev')) await import('./dev.ts').then(({ runDevelopment }) => runDevelopment());
else await runProduct(() => import('./product.ts'));
