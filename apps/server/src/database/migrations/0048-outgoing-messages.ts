import { Migration } from '@mikro-orm/migrations';

export class OutgoingMessages extends Migration {
  override up(): void {
    this.addSql(`alter table "emails" rename to "outgoing_messages";`);
    this.addSql(`alter sequence "emails_id_seq" rename to "outgoing_messages_id_seq";`);
    this.addSql(`alter index "emails_due_index" rename to "outgoing_messages_due_index";`);
    // PostgreSQL 18 names not-null constraints too, earlier versions do not
    this.addSql(`
      do $$
      declare old_name text;
      begin
        for old_name in
          select conname from pg_constraint
          where conrelid = 'outgoing_messages'::regclass and starts_with(conname, 'emails_')
        loop
          execute format(
            'alter table outgoing_messages rename constraint %I to %I',
            old_name,
            'outgoing_messages' || substr(old_name, length('emails') + 1)
          );
        end loop;
      end $$;`);
    this.addSql(`
      alter table "outgoing_messages"
        add "channel" text check ("channel" in ('email', 'sms')) not null default 'email',
        add "delivered_at" timestamptz(3) null,
        add "provider_id" varchar(100) null,
        add "segments" smallint null,
        add "cost" varchar(40) null,
        drop constraint "outgoing_messages_state_check",
        add constraint "outgoing_messages_state_check"
          check ("state" in ('waiting', 'held', 'sent', 'delivered', 'failed', 'parked'));`);

    this.addSql(`drop index "emails_mailbox_index";`);
    this.addSql(
      `create index outgoing_messages_mailbox_index on outgoing_messages (regexp_replace(lower(recipient), '\\+[^@]*@', '@'), sent_at) where sent_at is not null;`,
    );
    this.addSql(
      `create index outgoing_messages_provider_id_index on outgoing_messages (provider_id) where provider_id is not null;`,
    );
  }
}
