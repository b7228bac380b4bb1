import { loadavg } from 'node:os';
import { ROWS } from './many-rows.ts';
import { ANSWER_WITHIN_MS, type Answered, ROUNDS } from './office-lists.ts';

const isMet = ({ p95Ms, scanned }: Answered) => p95Ms <= ANSWER_WITHIN_MS && scanned.length === 0;

export const missedAnswers = (answers: Answered[]): string[] =>
  answers
    .filter((answer) => !isMet(answer))
    .map(({ name, scanned }) => `${name} ${scanned.join(' ')}`.trim());

const amount = (table: keyof typeof ROWS) => ROWS[table].toLocaleString('en');

export const officeSection = (answers: Answered[]): string => `## The office with very much data

What the office and visitors past the cache wait for when there are 100,000 registrations, ${amount('posts')} posts, ${amount('gallery_items')} gallery items,
${amount('activities')} activities and ${amount('donations')} donations: from the request to the last byte, of a file to its first byte. Each question is asked ${ROUNDS} times, one
after the other, then once more while PostgreSQL writes down its plans. No plan may read one of these tables from start to end. Other programs on
the machine make every time longer: at the end the load average of the last 15 minutes was ${loadavg()[2]?.toFixed(1)}. They hardly change the processor time of an answer,
which is that of node and PostgreSQL together, and of a file also that of the next batch.

| asked for | p50 ms | p95 ms | processor ms | target |  |
| --- | --- | --- | --- | --- | --- |
${answers.map(row).join('\n')}

### Plans

What each statement read of these tables: the node, the index and the rows.

${answers
  .filter(({ lines }) => lines.length > 0)
  .map(plan)
  .join('\n')}
`;

const row = (answer: Answered): string => {
  const { name, p50Ms, p95Ms, cpuMs } = answer;
  const cells = [
    name,
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    cpuMs?.toFixed(1) ?? '–',
    `≤ ${ANSWER_WITHIN_MS} ms`,
  ];
  return `| ${[...cells, isMet(answer) ? 'met' : '**missed**'].join(' | ')} |`;
};

const plan = ({ name, lines }: Answered): string => `- ${name}: ${lines.join('; ')}`;
