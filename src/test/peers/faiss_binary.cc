// Time of the lookups of LookupBenchmark and WideLookupHarness with the binary indexes of Faiss.
// Uniform fingerprints, queries without matches, one thread, medians.
//
//   apt-get install libfaiss-dev
//   g++ -O3 -march=native src/test/peers/faiss_binary.cc -lfaiss -llapack -lblas -fopenmp -o target/faiss_binary
//   OMP_NUM_THREADS=1 target/faiss_binary 1000000
#include <faiss/IndexBinaryFlat.h>
#include <faiss/IndexBinaryHash.h>
#include <faiss/impl/AuxIndexStructures.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

static double median_micros(const faiss::IndexBinary& index, int bits, int within, int queries,
                            std::mt19937_64& random) {
  std::vector<double> rounds;
  for (int round = 0; round < 9; round++) {
    std::vector<uint64_t> query(size_t(queries) * bits / 64);
    for (auto& word : query) word = random();
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < queries; i++) {
      faiss::RangeSearchResult result(1);
      index.range_search(1, (const uint8_t*)&query[size_t(i) * bits / 64], within + 1, &result);
    }
    std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    rounds.push_back(took.count() / queries);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

int main(int argc, char** argv) {
  omp_set_num_threads(1);
  size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  std::mt19937_64 random(1);
  for (int bits : {64, 256}) {
    std::vector<uint64_t> words(n * bits / 64);
    for (auto& word : words) word = random();
    int within = bits == 64 ? 3 : 63;
    faiss::IndexBinaryMultiHash hash(bits, bits / 16, 16);
    hash.add(n, (const uint8_t*)words.data());
    // 256 bits within 63: one flip finds 68 % of what is at that distance, two find 99 %.
    for (int flips : bits == 64 ? std::vector<int>{0} : std::vector<int>{1, 2}) {
      hash.nflip = flips;
      std::printf("| Faiss IndexBinaryMultiHash, %d bits, %d tables of 16 bits, %d flips | %zu | %.2f |\n",
                  bits, bits / 16, flips, n, median_micros(hash, bits, within, 200, random));
      std::fflush(stdout);
    }
    faiss::IndexBinaryFlat flat(bits);
    flat.add(n, (const uint8_t*)words.data());
    std::printf("| Faiss IndexBinaryFlat, %d bits | %zu | %.2f |\n", bits, n,
                median_micros(flat, bits, within, 20, random));
    std::fflush(stdout);
  }
}
