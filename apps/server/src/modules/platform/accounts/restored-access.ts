import type pg from 'pg';

type QueryClient = Pick<pg.Client, 'query'>;

export async function listActiveAccounts(
  client: QueryClient,
): Promise<{ email: string; isOwner: boolean }[]> {
  const { rows } = await client.query<{ email: string; isOwner: boolean }>(
    `select email, is_owner as "isOwner" from accounts where deactivated_at is null order by email`,
  );
  return rows;
}

/**
 * A restored backup would bring back invitations that were withdrawn since, so all end. Returns the invited
 * addresses.
 */
export async function endAllInvitations(client: QueryClient): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `delete from access_links where purpose = 'invitation' returning email`,
  );
  return rows.map(({ email }) => email).sort();
}
