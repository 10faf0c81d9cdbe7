// A state as named plain values, and reading them back with errors that name the field. The door of a game for documents: the Python skin
// turns fields into a dict and back without knowing any of them. A name with a dot belongs into a dict of its own.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "util/integers.hpp"

namespace rattus_ai::util {

struct Field {
    std::string name;
    int depth = 0;                        // -1 text, 0 number, 1 list, 2 list of lists
    std::string text;
    std::vector<std::vector<int>> rows;   // a number: rows[0][0]; a list: rows[0]
};

class FieldWriter {
public:
    void text(const char* name, std::string value) { fields_.push_back({name, -1, std::move(value), {}}); }
    void number(const char* name, int value) { fields_.push_back({name, 0, {}, {{value}}}); }
    void list(const char* name, std::vector<int> values) { fields_.push_back({name, 1, {}, {std::move(values)}}); }
    void rows(const char* name, std::vector<std::vector<int>> values) { fields_.push_back({name, 2, {}, std::move(values)}); }
    std::vector<Field> take() { return std::move(fields_); }

private:
    std::vector<Field> fields_;
};

// Every reader answers with something harmless where a field is wrong; the first problem is kept.
class FieldReader {
public:
    explicit FieldReader(const std::vector<Field>& fields) {
        for (const Field& field : fields) unread_[field.name] = &field;
    }

    bool fine() const { return problem_.empty(); }
    const std::string& problem() const { return problem_; }
    void fail(const std::string& name, const std::string& what) {
        if (fine()) problem_ = name + ": " + what;
    }
    // Says so if the condition does not hold.
    void require(bool condition, const std::string& name, const std::string& what) {
        if (!condition) fail(name, what);
    }

    std::string text(const std::string& name) {
        const Field* field = take(name);
        if (field == nullptr) return {};
        if (field->depth != -1) fail(name, "expected a text");
        return field->text;
    }
    int number(const std::string& name, int least, int most) {
        const Field* field = take(name);
        if (field == nullptr) return least;
        if (field->depth != 0) {
            fail(name, "expected a number");
            return least;
        }
        return checked(name, field->rows[0][0], least, most);
    }
    // size < 0: any up to -size.
    std::vector<int> list(const std::string& name, int size, int least, int most) {
        const Field* field = take(name);
        std::vector<int> out;
        if (field != nullptr) {
            if (field->depth != 1) {
                fail(name, "expected a list of numbers");
            } else {
                out = field->rows[0];
            }
        }
        fit(name, out, size, least, most);
        return out;
    }
    std::vector<std::vector<int>> rows(const std::string& name, int count, int size, int least, int most) {
        const Field* field = take(name);
        std::vector<std::vector<int>> out;
        if (field != nullptr && field->depth == 2) out = field->rows;
        // An empty list does not say what it is a list of.
        if (field != nullptr && field->depth != 2 && !(field->depth == 1 && field->rows[0].empty())) fail(name, "expected a list of lists");
        check_size(name, static_cast<int>(out.size()), count);
        if (count >= 0) out.resize(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < out.size(); ++i) fit(name + "[" + std::to_string(i) + "]", out[i], size, least, most);
        return out;
    }
    // Fields that nobody asked for.
    void finish() {
        if (!unread_.empty()) fail(unread_.begin()->first, "there is no such field");
    }

private:
    const Field* take(const std::string& name) {
        const auto found = unread_.find(name);
        if (found == unread_.end()) {
            fail(name, "is missing");
            return nullptr;
        }
        const Field* field = found->second;
        unread_.erase(found);
        return field;
    }
    int checked(const std::string& name, int value, int least, int most) {
        if (value >= least && value <= most) return value;
        fail(name, "found " + std::to_string(value) + ", expected " + std::to_string(least) + " to " + std::to_string(most));
        return least;
    }
    void check_size(const std::string& name, int found, int size) {
        if (size >= 0 && found != size) fail(name, "found " + std::to_string(found) + " entries, expected " + std::to_string(size));
        if (size < 0 && found > -size) fail(name, "found " + std::to_string(found) + " entries, expected at most " + std::to_string(-size));
    }
    void fit(const std::string& name, std::vector<int>& values, int size, int least, int most) {
        check_size(name, static_cast<int>(values.size()), size);
        for (int& value : values) value = checked(name, value, least, most);
        const std::size_t limit = static_cast<std::size_t>(size < 0 ? -size : size);
        if (size >= 0 || values.size() > limit) values.resize(limit, least);
    }

    std::map<std::string, const Field*> unread_;
    std::string problem_;
};

}  // namespace rattus_ai::util
