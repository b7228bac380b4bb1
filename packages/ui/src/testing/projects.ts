/** Rules run in Node, components in a DOM. */
export const testProjects = [
  {
    extends: true as const,
    test: { name: 'unit', include: ['{src,build}/**/*.test.ts', '*.test.ts'] },
  },
  {
    extends: true as const,
    test: {
      name: 'components',
      include: ['src/**/*.test.tsx'],
      environment: 'happy-dom',
      setupFiles: '@institute/ui/testing/components.ts',
    },
  },
];
