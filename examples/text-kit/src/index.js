export { capitalize } from './capitalize.js';
export { slug } from './slug.js';
