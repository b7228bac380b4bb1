import { Migration } from '@mikro-orm/migrations';

export class StrangersAndSessions extends Migration {
  override up(): void {
    this.addSql(`alter table "access_links" drop constraint "access_links_purpose_check";`);
    this.addSql(
      `alter table "access_links" add constraint "access_links_purpose_check" check ("purpose" in ('invitation', 'password-reset', 'sign-in'));`,
    );
    this.addSql(`alter table "activities" drop constraint "activities_type_check";`);
    this.addSql(
      `alter table "activities" add constraint "activities_type_check" check ("type" in ('create', 'update', 'delete', 'restore', 'purge', 'view', 'export', 'login', 'logout', 'signup', 'refuse'));`,
    );
    this.addSql(
      `create or replace function "charges_charges_insert_only_fn"() returns trigger as $$ begin if tg_op = 'UPDATE' and new.label in (old.label, '') and coalesce(new.reason, old.reason, '') = coalesce(old.reason, '') and to_jsonb(new) - array['label', 'reason'] = to_jsonb(old) - array['label', 'reason'] then return new; end if; raise exception 'Rows of charges are only inserted'; end; $$ language plpgsql;`,
    );
    // The office's words for a charge may name somebody
    this.addSql(
      `update activities set description = split_part(description, ': ', 1) where description like 'Charged registration %: %' or description like 'Took back a charge of registration %: %';`,
    );
    // Strangers cause this text, so it names nobody any more
    this.addSql(`update site set content = jsonb_set(content::jsonb, '{messages,sms,received}', to_jsonb(
      ltrim(regexp_replace(content::jsonb #>> '{messages,sms,received}', '\\s*,?\\s*\\{firstName\\}', '', 'g'), ' ,.'))),
      version = version + 1
      where content::jsonb #>> '{messages,sms,received}' like '%{firstName}%';`);
  }
}
