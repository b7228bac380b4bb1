import { Migration } from '@mikro-orm/migrations';

/** A first quantifier that takes little makes the whole pattern do so. */
const tag = (name: string, words = ''): string => `<${name}\\y[^>]*?${words}[^>]*>.*?</${name}>`;

/** Remarks of Word and Google Docs that earlier versions took for words: their marks, and the lines that lead back. */
export const removeRemarks = ['posts', 'pages'].map(
  (table) =>
    `update ${table} set content = regexp_replace(regexp_replace(content, '<p>(\\s|\\u00a0|&nbsp;|<(span|small|sup|strong|em)>)*?<a [^>]*href="#(_msoanchor_|cmnt_ref)[0-9]+".*?</p>', '', 'g'), '${tag('a', ' href="#(_msocom_|cmnt)[0-9]+"')}', '', 'g') where content ~ 'href="#(_msocom_|_msoanchor_|cmnt)'`,
);

/** Leaves struck words out of excerpts and of the search, where an old price would be read as the new one. */
export class StruckWords extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function public.post_text(text) returns text language sql immutable strict parallel safe return btrim(regexp_replace(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace($1, '${tag('s')}', '', 'g'), '${tag('del')}', '', 'g'), '</?(strong|b|em|i|u|s|ins|sub|sup|a|code)\\y[^>]*>', '', 'g'), '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\\s+', ' ', 'g'));`,
    );
    for (const statement of removeRemarks) this.addSql(statement);
    for (const table of ['posts', 'pages'])
      this.addSql(`update ${table} set content = content where content ~ '<(s|del)\\y'`);
  }
}
