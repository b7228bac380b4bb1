/** Posts an ordinary form: the answer is a download of any size, and the page stays where it is. */
export function startExport({ path, ticket }: { path: string; ticket: string }): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  form.hidden = true;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'ticket';
  field.value = ticket;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
