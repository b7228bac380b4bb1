import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startKilledInTurns } from '../../../testing/killed-in-turns.ts';
import { startPhone } from '../../../testing/phone-stand-in.ts';

/** `KILLS=50` kills as often as docs/reliability.md says, which takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 10);
/** Told before each kill. */
const CLASS = 4;
/** The kill comes at another moment, while some are stored, or while earlier ones go out. */
const LATEST_MS = 60;
const soon = { timeout: 120_000, interval: 100 };

test.each(['files', 'phone'] as const)(
  `killed ${KILLS} times while classes are told, everybody gets the message once: %s`,
  async (way) => {
    const phone = await startPhone();
    onTestFinished(phone.close);
    const settings = { SMS_DAILY_LIMIT: '10000', ...(way === 'phone' && { SMS_URL: phone.url }) };
    const product = await startKilledInTurns(settings);
    onTestFinished(product.close);
    const { sql } = product;
    await sql(`insert into programs (name, description, category, duration, schedule, price, image_url)
      values ('Tailoring', '', 'training', '', '', 0, '/images/one.jpg')`);
    await sql(`insert into registrations (first_name, last_name, phone, phone_international, consent, program_id)
      select 'N', n::text, number, number, true, 1
      from (select n, '+25677' || (2000000 + n)::text as number from generate_series(1, ${KILLS * CLASS}) as n) as people`);
    const tell = (turn: number) =>
      product.call('registrations.sendMessage', {
        registrations: Array.from({ length: CLASS }, (_, index) => turn * CLASS + index + 1),
        channels: ['sms'],
        text: 'Class starts at ten',
        key: `class ${turn}`,
      });
    // Undo is over at once, so that the messages go out meanwhile
    const endUndo = (which = 'tries = 0') =>
      sql(`update outgoing_messages set next_try_at = now() where state = 'waiting' and ${which}`);

    for (let turn = 0; turn < KILLS; turn += 1) {
      const telling = tell(turn);
      if (turn % 2 === 0) await telling;
      await endUndo();
      await product.killAfter((turn * 7) % LATEST_MS);
      await telling;
    }
    await product.waitForDatabase();
    // Whoever saw no answer presses again
    for (let turn = 0; turn < KILLS; turn += 1) expect(await tell(turn)).toMatchObject({ status: 200 });
    const rows = () =>
      sql<{ state: string; recipient: string }>(
        `select state, recipient from outgoing_messages where kind = 'message-to-many'`,
      );
    // What was under way is taken after its lease
    await endUndo('true');
    await vi.waitFor(
      async () => expect((await rows()).filter(({ state }) => state === 'waiting')).toEqual([]),
      soon,
    );

    const all = await rows();
    expect(all).toHaveLength(KILLS * CLASS);
    expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(KILLS * CLASS);
    const sent =
      way === 'phone'
        ? phone.taken.map(({ to }) => to)
        : readdirSync(`${product.dataDir}/sms`).filter((name) => name.endsWith('.txt'));
    expect([sent.length, new Set(sent).size]).toEqual([KILLS * CLASS, KILLS * CLASS]);
  },
  1_200_000,
);
