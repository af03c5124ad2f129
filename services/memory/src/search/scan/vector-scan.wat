;; Scores int8 vectors against one query: the hot loop of the semantic scan.
;;
;; A record is `dimensions` int8 numbers (a multiple of 16, the rest zero) and then their f32 scale, so one
;; pass over memory reads both. The query is int16, which costs nothing (the products are summed in int32
;; either way) and leaves the records as the only source of rounding. The caller keeps the sum of any
;; |int8 * int16| products below 2^31.
;;
;; Four records at a time share each load of the query and end in one vector of four sums. They come from
;; four places, a quarter of the count apart: one core reads memory twice as fast in four streams as in one
;; (25 against 13 GB/s here), because the prefetcher stops at every page. Where the count is no multiple of
;; four, the last record is scored more than once.
(module
  (memory (export "memory") 2 65536)

  ;; out[i] = dot(record i) * scale(record i) * query_scale, where record i is number
  ;; list[i] (u32), or with list = 0 number first + i.
  (func (export "score")
    (param $records i32) (param $stride i32) (param $dimensions i32)
    (param $list i32) (param $first i32) (param $count i32)
    (param $query i32) (param $query_scale f32) (param $out i32)
    (local $i i32) (local $quarter i32) (local $last i32) (local $d i32)
    (local $j1 i32) (local $j2 i32) (local $j3 i32)
    (local $a0 i32) (local $a1 i32) (local $a2 i32) (local $a3 i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $low v128) (local $high v128)

    (if (i32.eqz (local.get $count)) (then (return)))
    (local.set $last (i32.sub (local.get $count) (i32.const 1)))
    (local.set $quarter (i32.shr_u (i32.add (local.get $count) (i32.const 3)) (i32.const 2)))

    (loop $block
      ;; Positions of the four: i and three more, none beyond the last.
      (local.set $j1 (i32.add (local.get $i) (local.get $quarter)))
      (local.set $j2 (i32.add (local.get $j1) (local.get $quarter)))
      (local.set $j3 (i32.add (local.get $j2) (local.get $quarter)))
      (local.set $j1 (select (local.get $last) (local.get $j1) (i32.gt_u (local.get $j1) (local.get $last))))
      (local.set $j2 (select (local.get $last) (local.get $j2) (i32.gt_u (local.get $j2) (local.get $last))))
      (local.set $j3 (select (local.get $last) (local.get $j3) (i32.gt_u (local.get $j3) (local.get $last))))

      ;; Their numbers, then their addresses (unsigned, so the whole 4 GiB can be reached).
      (if (local.get $list)
        (then
          (local.set $a0 (i32.load (i32.add (local.get $list) (i32.shl (local.get $i) (i32.const 2)))))
          (local.set $a1 (i32.load (i32.add (local.get $list) (i32.shl (local.get $j1) (i32.const 2)))))
          (local.set $a2 (i32.load (i32.add (local.get $list) (i32.shl (local.get $j2) (i32.const 2)))))
          (local.set $a3 (i32.load (i32.add (local.get $list) (i32.shl (local.get $j3) (i32.const 2))))))
        (else
          (local.set $a0 (i32.add (local.get $first) (local.get $i)))
          (local.set $a1 (i32.add (local.get $first) (local.get $j1)))
          (local.set $a2 (i32.add (local.get $first) (local.get $j2)))
          (local.set $a3 (i32.add (local.get $first) (local.get $j3)))))
      (local.set $a0 (i32.add (local.get $records) (i32.mul (local.get $a0) (local.get $stride))))
      (local.set $a1 (i32.add (local.get $records) (i32.mul (local.get $a1) (local.get $stride))))
      (local.set $a2 (i32.add (local.get $records) (i32.mul (local.get $a2) (local.get $stride))))
      (local.set $a3 (i32.add (local.get $records) (i32.mul (local.get $a3) (local.get $stride))))

      (local.set $s0 (v128.const i32x4 0 0 0 0))
      (local.set $s1 (v128.const i32x4 0 0 0 0))
      (local.set $s2 (v128.const i32x4 0 0 0 0))
      (local.set $s3 (v128.const i32x4 0 0 0 0))
      (local.set $d (i32.const 0))
      (loop $sixteen
        (local.set $low (v128.load (i32.add (local.get $query) (i32.shl (local.get $d) (i32.const 1)))))
        (local.set $high (v128.load offset=16 (i32.add (local.get $query) (i32.shl (local.get $d) (i32.const 1)))))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s (i32.add (local.get $a0) (local.get $d))) (local.get $low))
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (i32.add (local.get $a0) (local.get $d))) (local.get $high)))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s (i32.add (local.get $a1) (local.get $d))) (local.get $low))
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (i32.add (local.get $a1) (local.get $d))) (local.get $high)))))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s (i32.add (local.get $a2) (local.get $d))) (local.get $low))
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (i32.add (local.get $a2) (local.get $d))) (local.get $high)))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s (i32.add (local.get $a3) (local.get $d))) (local.get $low))
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (i32.add (local.get $a3) (local.get $d))) (local.get $high)))))
        (br_if $sixteen (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 16))) (local.get $dimensions))))

      ;; Four vectors of four partial sums into one vector of four sums:
      ;; low = [s0 s1 s0 s1] and high = [s2 s3 s2 s3], each already half summed.
      (local.set $low (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s0) (local.get $s1))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
      (local.set $high (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s2) (local.get $s3))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
      (local.set $low
        (f32x4.mul
          (f32x4.mul
            (f32x4.convert_i32x4_s (i32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high))))
            (v128.load32_lane 3 (i32.add (local.get $a3) (local.get $dimensions))
              (v128.load32_lane 2 (i32.add (local.get $a2) (local.get $dimensions))
                (v128.load32_lane 1 (i32.add (local.get $a1) (local.get $dimensions))
                  (v128.load32_zero (i32.add (local.get $a0) (local.get $dimensions)))))))
          (f32x4.splat (local.get $query_scale))))
      (v128.store32_lane 0 (i32.add (local.get $out) (i32.shl (local.get $i) (i32.const 2))) (local.get $low))
      (v128.store32_lane 1 (i32.add (local.get $out) (i32.shl (local.get $j1) (i32.const 2))) (local.get $low))
      (v128.store32_lane 2 (i32.add (local.get $out) (i32.shl (local.get $j2) (i32.const 2))) (local.get $low))
      (v128.store32_lane 3 (i32.add (local.get $out) (i32.shl (local.get $j3) (i32.const 2))) (local.get $low))

      (br_if $block (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $quarter))))))
