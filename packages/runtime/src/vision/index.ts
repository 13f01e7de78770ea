export { expandImages } from './expand-images.ts';
export { type Picture, PictureReader, type PictureRequest } from './picture-reader.ts';
export { type Size, smartResize } from './smart-resize.ts';
export { qwenVisionDefaults, type VisionConfig } from './vision-config.ts';
