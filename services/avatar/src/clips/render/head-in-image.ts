import { type Head, type LevelledTriangles, simplerHead, trianglesOf, withoutPictures } from '@anima/face';

/** A head in as few triangles as a picture of some height needs, ready to be drawn by many threads. */
export interface HeadInPicture {
  head: Head;
  triangles: LevelledTriangles;
}

export async function headInPicture(whole: Head, height: number): Promise<HeadInPicture> {
  const head = await simplerHead(whole, height);
  return { head: withoutPictures(head), triangles: trianglesOf(head, height) };
}
