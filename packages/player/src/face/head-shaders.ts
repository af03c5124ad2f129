/** What places the vertices of a head, and colours them: the same as assembly/head of @anima/face does for clips. */
export const HEAD_VERTICES = `
in vec4 position;
in vec2 uv;
in float light;
in vec2 point;
uniform mat4 torso;
uniform mat4 turned;
/** 1 / (tan(half the view) x aspect), 1 / tan(half the view), height and distance of the camera. */
uniform vec4 view;
uniform float bias;
out vec2 at;
out float lit;
out vec2 glossAt;

const float NEAR = 0.2;
const float FAR = 6.0;

void main() {
  vec4 rest = vec4(position.xyz, 1.0);
  vec3 place = mix((torso * rest).xyz, (turned * rest).xyz, position.w);
  float away = view.w - place.z;
  float depth = (FAR + NEAR) / (FAR - NEAR) - 2.0 * FAR * NEAR / ((FAR - NEAR) * away / bias);
  gl_Position = vec4(view.x * place.x, view.y * (place.y - view.z), depth * away, away);
  at = uv;
  lit = light;
  glossAt = point;
}
`;

/** Texels are premultiplied by their opacity, except in opaque parts; levels are sRGB, as they are stored. */
export const HEAD_COLOURS = `
precision highp float;
in vec2 at;
in float lit;
in vec2 glossAt;
uniform sampler2D map;
uniform vec3 factor;
uniform vec3 colour;
uniform float gain;
uniform float cutoff;
/** Levels that a highlight adds, how much of the texel; power / 16, how far the texel's green moves it, 1 where it is by alpha. */
uniform vec3 shine;
uniform float tint;
uniform vec3 lobe;
out vec4 shown;

float eighth(float value) {
  float square = value * value;
  return square * square * square * square;
}

/** As assembly/head/shade.ts of @anima/face has it. */
vec3 highlight(vec3 own, float alpha) {
  #ifdef SHINES
    float x = glossAt.x + lobe.y * (own.g - 0.5);
    float away = (x * x + glossAt.y * glossAt.y) * lobe.x;
    float bright = eighth(max(0.0, 1.0 - away));
    if (lobe.z > 0.0) {
      float moist = max(0.0, (alpha - MOIST_FROM) / (1.0 - MOIST_FROM)) * MOIST_STRENGTH;
      bright = alpha * bright + moist * eighth(max(0.0, 1.0 - MOIST_POWER * away));
    }
    return bright * (shine + tint * own);
  #else
    return vec3(0.0);
  #endif
}

void main() {
  vec4 texel = texture(map, at, MIP_BIAS);
  #ifdef OPAQUE
    shown = vec4(texel.rgb * factor * lit + colour + highlight(texel.rgb, texel.a), 1.0);
  #else
    vec3 plain = texel.rgb / max(texel.a, 1.0 / 255.0);
    vec3 own = plain * factor * lit + colour + highlight(plain, texel.a);
    #ifdef MASK
      // Samples of a pixel are covered as far as this says.
      float covered = clamp(texel.a + 0.5 - cutoff, 0.0, 1.0);
      if (covered < LEAST_COVER) discard;
      shown = vec4(own, covered);
    #else
      float opacity = min(1.0, texel.a * gain);
      shown = vec4(own * opacity, opacity);
    #endif
  #endif
}
`;

/** A triangle that covers the canvas. */
export const BACKGROUND_VERTICES = `
in vec2 corner;
void main() {
  gl_Position = vec4(corner, 0.0, 1.0);
}
`;

/** The default background of clips (head/background.ts of @anima/face), dither included. */
export const BACKGROUND_COLOURS = `
precision highp float;
uniform vec2 size;
uniform vec3 centre;
uniform vec3 edge;
out vec4 shown;
const int BAYER[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec2 from = vec2((pixel.x - size.x / 2.0) / size.y, pixel.y / size.y - 0.42);
  float r = smoothstep(0.0, 1.0, 1.45 * length(from));
  ivec2 cell = ivec2(pixel) & 3;
  float dither = float(2 * BAYER[cell.y * 4 + cell.x] + 1) / 32.0;
  shown = vec4(floor(mix(centre, edge, r) + dither) / 255.0, 1.0);
}
`;
