/**
 * What is wrong with a picture, as a sentence without the picture's name. Whoever knows the name
 * makes a `DataError` of it; threads can send it.
 */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}
