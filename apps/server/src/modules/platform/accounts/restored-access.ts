import type pg from 'pg';

type Client = Pick<pg.Client, 'query'>;

export async function listActiveAccounts(client: Client): Promise<{ email: string; isOwner: boolean }[]> {
  const { rows } = await client.query<{ email: string; isOwner: boolean }>(
    `select email, is_owner as "isOwner" from accounts where deactivated_at is null order by email`,
  );
  return rows;
}

/** One that was withdrawn after the backup was made would work again. Returns whom they invited. */
export async function endInvitations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `delete from access_links where purpose = 'invitation' returning email`,
  );
  return rows.map(({ email }) => email).sort();
}
