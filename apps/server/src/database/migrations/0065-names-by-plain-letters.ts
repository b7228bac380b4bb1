import { Migration } from '@mikro-orm/migrations';

/** Every apostrophe that keyboards, phones and Word write. */
const apostrophes = "'`´‘’‛ʹʻʼʽʾʿˈ′‵ꞌ＇";

export class NamesByPlainLetters extends Migration {
  override up(): void {
    // ŋ is written ng', and ŋŋ too, so that plain letters find both
    this.addSql(
      `create or replace function public.fold(text) returns text language sql immutable strict parallel safe return lower(public.unaccent('public.unaccent', regexp_replace(translate($1, '${apostrophes.replace("'", "''")}', ''), '[ŋŊ]+', 'ng', 'g')));`,
    );
    // Computes `search` anew where folding has changed, and then the indexes of folded texts
    this.addSql(`do $$
      declare
        folded record;
      begin
        for folded in
          select table_name as name, string_agg(format('%1$I = %1$I', column_name), ', ') as same
          from information_schema.column_column_usage
          where table_schema = 'public' and dependent_column = 'search' group by table_name
        loop
          execute format('update %I as item set %s where item::text ~ %L', folded.name, folded.same, '[ŋŊ${apostrophes.replace("'", "''")}]');
        end loop;
        for folded in select indexname as name from pg_indexes where schemaname = 'public' and indexdef like '%fold(%'
        loop
          execute format('reindex index public.%I', folded.name);
        end loop;
      end $$;`);
  }
}
