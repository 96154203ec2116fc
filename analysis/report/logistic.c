/* Logistic regression with clustered errors. */
#include "analysis/report/logistic.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 50 };

typedef double Vector[GR_MOST_TERMS];
typedef double Matrix[GR_MOST_TERMS][GR_MOST_TERMS];

static double dot(const GrLogisticRow *row, const double *b, int terms) {
    double sum = 0;
    for (int i = 0; i < terms; i++)
        sum += b[i] * row->x[i];
    return sum;
}

static double chance(double score) {
    return 1 / (1 + exp(-score));
}

/* Inverts a symmetric matrix by Gauss and Jordan; false if it is singular, which is judged by how much of
 * a column the others leave over. */
static bool invert(Matrix a, int terms, Matrix inverse) {
    double scale[GR_MOST_TERMS];
    memset(inverse, 0, sizeof(Matrix));
    for (int i = 0; i < terms; i++) {
        inverse[i][i] = 1;
        scale[i] = a[i][i];
    }
    for (int c = 0; c < terms; c++) {
        double pivot = a[c][c];
        if (!(pivot > 1e-9 * scale[c]))
            return false;
        for (int j = 0; j < terms; j++) {
            a[c][j] /= pivot;
            inverse[c][j] /= pivot;
        }
        for (int r = 0; r < terms; r++) {
            double times = a[r][c];
            if (r == c || times == 0)
                continue;
            for (int j = 0; j < terms; j++) {
                a[r][j] -= times * a[c][j];
                inverse[r][j] -= times * inverse[c][j];
            }
        }
    }
    return true;
}

/* The gradient, the information, and the quasi-likelihood at b. */
static double look(const GrLogisticRow *row, size_t rows, int terms, const double *b, Vector gradient,
                   Matrix information) {
    double likelihood = 0;
    memset(gradient, 0, sizeof(Vector));
    memset(information, 0, sizeof(Matrix));
    for (size_t n = 0; n < rows; n++) {
        double score = dot(&row[n], b, terms), p = chance(score), w = row[n].weight;
        double rest = w * (row[n].y - p), curve = w * p * (1 - p);
        likelihood += w * (row[n].y * score - (score > 0 ? score : 0) - log1p(exp(-fabs(score))));
        for (int i = 0; i < terms; i++) {
            if (!row[n].x[i])
                continue;
            gradient[i] += rest * row[n].x[i];
            for (int j = 0; j < terms; j++)
                information[i][j] += curve * row[n].x[i] * row[n].x[j];
        }
    }
    return likelihood;
}

/* Newton's steps, halved while they lead downhill. True with the inverse of the information. */
static bool climb(const GrLogisticRow *row, size_t rows, GrLogisticFit *fit, Matrix inverse) {
    Vector gradient, step, tried;
    Matrix information;
    double best = look(row, rows, fit->terms, fit->b, gradient, information);
    for (int n = 0; n < MOST_STEPS; n++) {
        double size = 0, now = -INFINITY;
        if (!invert(information, fit->terms, inverse))
            return false;
        for (int i = 0; i < fit->terms; i++) {
            step[i] = 0;
            for (int j = 0; j < fit->terms; j++)
                step[i] += inverse[i][j] * gradient[j];
            size = fmax(size, fabs(step[i]));
        }
        if (size < 1e-8)
            return true;
        for (double part = 1; part > 1e-6 && !(now >= best); part /= 2) {
            for (int i = 0; i < fit->terms; i++)
                tried[i] = fit->b[i] + part * step[i];
            now = look(row, rows, fit->terms, tried, gradient, information);
        }
        if (!(now >= best))
            return size < 1e-5; /* as good as it gets in this precision */
        memcpy(fit->b, tried, sizeof tried);
        best = now;
        for (int i = 0; i < fit->terms; i++)
            if (fabs(fit->b[i]) > 30) /* somebody always won with this: there is no greatest value */
                return false;
    }
    return false;
}

static void add_square(const Vector sum, int terms, Matrix meat) {
    for (int i = 0; i < terms; i++)
        for (int j = 0; j < terms; j++)
            meat[i][j] += sum[i] * sum[j];
}

/* inverse * meat * inverse, where meat sums up the gradients by cluster. */
static void sandwich(const GrLogisticRow *row, size_t rows, const Matrix inverse, GrLogisticFit *fit) {
    int terms = fit->terms;
    Matrix meat = {{0}}, half = {{0}};
    Vector sum = {0};
    for (size_t n = 0; n < rows; n++) {
        double rest = row[n].weight * (row[n].y - chance(dot(&row[n], fit->b, terms)));
        for (int i = 0; i < terms; i++)
            sum[i] += rest * row[n].x[i];
        if (n + 1 == rows || row[n + 1].cluster != row[n].cluster) {
            add_square(sum, terms, meat);
            memset(sum, 0, sizeof sum);
            fit->clusters++;
        }
    }
    double g = (double)fit->clusters, scale = g > 1 ? g / (g - 1) : 1;
    for (int i = 0; i < terms; i++)
        for (int j = 0; j < terms; j++)
            for (int k = 0; k < terms; k++)
                half[i][j] += inverse[i][k] * meat[k][j];
    for (int i = 0; i < terms; i++)
        for (int j = 0; j < terms; j++)
            for (int k = 0; k < terms; k++)
                fit->covariance[i][j] += scale * half[i][k] * inverse[k][j];
}

void gr_logistic_fit(const GrLogisticRow *row, size_t rows, int terms, GrLogisticFit *fit) {
    Matrix inverse;
    memset(fit, 0, sizeof *fit);
    fit->terms = terms;
    if (!rows || !climb(row, rows, fit, inverse))
        return;
    sandwich(row, rows, (const double (*)[GR_MOST_TERMS])inverse, fit);
    fit->found = fit->clusters > (size_t)terms;
}

/* The ratios r for which b[term] - r * b[unit] is within its error of 0. */
GrEstimate gr_logistic_ratio(const GrLogisticFit *fit, int term, int unit) {
    double a = fit->b[term], b = fit->b[unit], zz = GR_NORMAL_REACH * GR_NORMAL_REACH;
    double vaa = fit->covariance[term][term], vbb = fit->covariance[unit][unit];
    double vab = fit->covariance[term][unit];
    GrEstimate e = {.value = a / b, .weight = (double)fit->clusters};
    e.error = sqrt(fmax(0, vaa - 2 * e.value * vab + e.value * e.value * vbb)) / fabs(b);
    if (term == unit) {
        e.low = e.high = 1;
        return e;
    }
    double lead = b * b - zz * vbb, middle = a * b - zz * vab, rest = a * a - zz * vaa;
    double root = middle * middle - lead * rest;
    e.low = lead > 0 && root >= 0 ? (middle - sqrt(root)) / lead : -INFINITY;
    e.high = lead > 0 && root >= 0 ? (middle + sqrt(root)) / lead : INFINITY;
    return e;
}
