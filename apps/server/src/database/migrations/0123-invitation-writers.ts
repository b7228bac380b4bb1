import { Migration } from '@mikro-orm/migrations';

export class InvitationWriters extends Migration {
  override up(): void {
    this.addSql(`alter table "access_links" add "invited_by" int null;`);
    // The email of an invitation names who wrote it
    this.addSql(
      `update "access_links" set "invited_by" = "accounts"."id" from "outgoing_messages"
       join "accounts" on "accounts"."email" = "outgoing_messages"."data"->>'invitedBy'
       where "outgoing_messages"."kind" = 'invitation'
         and "outgoing_messages"."data"->>'linkId' = "access_links"."id"::text;`,
    );
    // An open invitation of somebody who is no owner any more ends now
    this.addSql(
      `delete from "access_links" where "purpose" = 'invitation' and "expires_at" > now() and not exists (
         select from "accounts"
         where "accounts"."id" = "invited_by" and "is_owner" and "deactivated_at" is null);`,
    );
  }
}
