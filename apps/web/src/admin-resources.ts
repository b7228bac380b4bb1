// The admin side of every content resource, one line each. routes/admin/ checks that none is missing.
export { alumni } from './features/admin-alumni/alumni.resource.ts';
export { coaches } from './features/admin-coaches/coaches.resource.ts';
export { facilities } from './features/admin-facilities/facilities.resource.ts';
export { gallery } from './features/admin-gallery/gallery.resource.ts';
export { intakes } from './features/admin-intakes/intakes.resource.ts';
export { posts } from './features/admin-posts/posts.resource.ts';
export { programs } from './features/admin-programs/programs.resource.ts';
