/** The titles of `/admin/posts/new` and `/admin/posts/7`. */
export const makeFormHead =
  (name: string) =>
  ({ params: { id } }: { params: { id: string } }) => ({
    meta: [{ title: `${id === 'new' ? 'New' : 'Edit'} ${name} – Admin` }],
  });
