import { Migration } from '@mikro-orm/migrations';

export class Messages extends Migration {
  override up(): void {
    this.addSql(`alter table contact_submissions rename to messages;`);
    this.addSql(`alter sequence contact_submissions_id_seq rename to messages_id_seq;`);
    this.addSql(`alter index contact_submissions_search_index rename to messages_search_index;`);
    this.addSql(`alter index contact_submissions_unread_index rename to messages_unread_index;`);
    // PostgreSQL 18 names not-null constraints too, earlier versions do not
    this.addSql(`
      do $$
      declare old_name text;
      begin
        for old_name in select conname from pg_constraint where conrelid = 'messages'::regclass loop
          execute format(
            'alter table messages rename constraint %I to %I',
            old_name,
            replace(old_name, 'contact_submissions', 'messages')
          );
        end loop;
      end $$;`);
  }
}
