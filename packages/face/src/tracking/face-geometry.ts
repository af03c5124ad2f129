import { readFileSync } from 'node:fs';

/**
 * Indices of the parts of a face among the 468 points of MediaPipe's mesh. Right and left are those of the
 * person: the right eye is on the left of the image. Closed lines run clockwise in the image.
 */

export const OUTER_LIP: readonly number[] = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
];
/** The mesh is open here: no triangle covers the mouth interior. */
export const INNER_LIP: readonly number[] = [
  78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
];
export const RIGHT_EYE: readonly number[] = [
  33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7,
];
export const LEFT_EYE: readonly number[] = [
  362, 398, 384, 385, 386, 387, 388, 466, 263, 249, 390, 373, 374, 380, 381, 382,
];
/** Upper edge from the temple to the nose, then the lower edge back. */
export const RIGHT_BROW: readonly number[] = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46];
/** Upper edge from the nose to the temple, then the lower edge back. */
export const LEFT_BROW: readonly number[] = [336, 296, 334, 293, 300, 276, 283, 282, 295, 285];
/** The outline of the mesh, from the top of the forehead. */
export const FACE_OVAL: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/** Below the nose from wing to wing. */
export const NOSE_BASE: readonly number[] = [98, 97, 2, 326, 327];

/** Every point below the base of the nose: lips, chin, lower cheeks and jaw, which move in speech. */
export const LOWER_FACE: readonly number[] = [
  0, 11, 12, 13, 14, 15, 16, 17, 18, 32, 37, 38, 39, 40, 41, 42, 43, 57, 58, 61, 62, 72, 73, 74, 76, 77, 78,
  80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 95, 96, 106, 132, 135, 136, 138, 140, 146, 148, 149,
  150, 152, 164, 165, 167, 169, 170, 171, 172, 175, 176, 178, 179, 180, 181, 182, 183, 184, 185, 186, 191,
  192, 194, 199, 200, 201, 202, 204, 206, 207, 208, 210, 211, 212, 213, 214, 215, 216, 262, 267, 268, 269,
  270, 271, 272, 273, 287, 288, 291, 292, 302, 303, 304, 306, 307, 308, 310, 311, 312, 313, 314, 315, 316,
  317, 318, 319, 320, 321, 322, 324, 325, 335, 361, 364, 365, 367, 369, 375, 377, 378, 379, 391, 393, 394,
  395, 396, 397, 400, 402, 403, 404, 405, 406, 407, 408, 409, 410, 415, 416, 418, 421, 422, 424, 426, 427,
  428, 430, 431, 432, 433, 434, 435, 436,
];

export const RIGHT_EYE_OUTER = 33;
export const RIGHT_EYE_INNER = 133;
export const RIGHT_EYE_UPPER = 159;
export const RIGHT_EYE_LOWER = 145;
export const LEFT_EYE_OUTER = 263;
export const LEFT_EYE_INNER = 362;
export const LEFT_EYE_UPPER = 386;
export const LEFT_EYE_LOWER = 374;
export const RIGHT_MOUTH_CORNER = 61;
export const LEFT_MOUTH_CORNER = 291;
export const UPPER_LIP_INSIDE = 13;
export const LOWER_LIP_INSIDE = 14;
export const NOSE_TIP = 1;
export const CHIN = 152;
export const FOREHEAD = 10;
export const RIGHT_EAR = 234;
export const LEFT_EAR = 454;

/**
 * Returns the triangles between the points, [880 x 3], from data/face-triangles.json. Seen from the front, all have the same winding.
 */
export function faceTriangles(): Uint16Array {
  const file = readFileSync(new URL('../../data/face-triangles.json', import.meta.url), 'utf8');
  return Uint16Array.from((JSON.parse(file) as { triangles: number[] }).triangles);
}
