import type { Scenario } from './scenario.ts';

/** Runs one scenario in this process and sends its figures to the parent. */
const [file = '', folder = ''] = process.argv.slice(2);
const { scenario } = (await import(file)) as { scenario: Scenario };
const result = await scenario.run(folder);
// Whatever the scenario left open must not keep the process.
process.send?.(result, () => process.exit(0));
