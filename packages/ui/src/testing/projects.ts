// a busy machine answers late
const patient = { poll: { timeout: 30_000 } };

/** Rules run in Node, components in a DOM. */
export const testProjects = [
  {
    extends: true as const,
    test: { name: 'unit', include: ['{src,build}/**/*.test.ts', '*.test.ts'], expect: patient },
  },
  {
    extends: true as const,
    test: {
      name: 'components',
      include: ['src/**/*.test.tsx'],
      expect: patient,
      environment: 'happy-dom',
      setupFiles: '@institute/ui/testing/components.ts',
    },
  },
];
