// React runs when a file first imports it. From here it runs in a task of its own (`page-assets.ts`).
export { hydrateRoot } from 'react-dom/client';
